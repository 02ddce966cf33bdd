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
    Button: { defaultProps: { radius: 'md' } },
  },
});

/** Mantine's own are too light for white text. */
const HOVERED = {
  '--mantine-color-teal-filled-hover': '#066649',
  '--mantine-color-red-filled-hover': '#a61e1e',
};

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
    '--mantine-color-teal-filled-hover': '#06694b',
    '--surface': '#fff',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    ...HOVERED,
    '--mantine-color-teal-light-color': 'var(--mantine-color-teal-2)',
    '--mantine-color-yellow-light-color': 'var(--mantine-color-yellow-2)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-2)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-3)',
    '--mantine-color-teal-filled-hover': '#06694b',
    '--surface': 'var(--mantine-color-dark-6)',
  },
});
