/** Colours and shapes. Shade 9 has enough contrast on white and under white text (WCAG AA); so has the darker dimmed text. */
import { createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Ethiopic", sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' } } },
  components: {
    // Labels have no asterisk; optional fields say `(optional)`.
    TextInput: { defaultProps: { withAsterisk: false } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 0 } } },
    // The page keeps its scroll bar below a dialog: without it every element would be styled anew. What is scrolled is the dialog.
    ModalRoot: { defaultProps: { removeScrollProps: { removeScrollBar: false } } },
    Button: { defaultProps: { radius: 'md' } },
    // As the other links are.
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** Mantine's own are too light for white text. */
const HOVERED = {
  '--mantine-color-teal-filled-hover': '#06694b',
  '--mantine-color-red-filled-hover': '#a61e1e',
};

/**
 * `--surface` is what cards and tables are made of; `--field-border` is around fields and buttons, `--control-border` around what is
 * ticked, of which nothing else can be seen.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-body': '#f7f8f7',
    '--mantine-color-anchor': 'var(--mantine-color-teal-9)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    ...HOVERED,
    // Text colours on their own light shades.
    '--mantine-color-teal-light-color': '#055c42',
    '--mantine-color-yellow-light-color': '#664200',
    '--mantine-color-red-light-color': '#8a1616',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-8)',
    '--surface': '#fff',
    '--field-border': 'var(--mantine-color-gray-4)',
    '--control-border': 'var(--mantine-color-gray-6)',
  },
  dark: {
    // Text, what is said beside it, and what stands in an empty field are three shades.
    '--mantine-color-text': '#e4e4e4',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': '#9a9a9a',
    ...HOVERED,
    '--mantine-color-teal-light-color': 'var(--mantine-color-teal-2)',
    // Mantine's own is a bright brown, the loudest thing of a page.
    '--mantine-color-yellow-light': '#4a3200',
    '--mantine-color-yellow-light-hover': '#5c3f00',
    '--mantine-color-yellow-light-color': 'var(--mantine-color-yellow-2)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-2)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-3)',
    // Mantine's are of the colour of the cards that they stand on.
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--combobox-chevron-color': 'var(--mantine-color-dark-2)',
    '--surface': 'var(--mantine-color-dark-6)',
    '--field-border': 'var(--mantine-color-dark-3)',
    '--control-border': 'var(--mantine-color-dark-2)',
  },
});
