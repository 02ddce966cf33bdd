/** The line of a sparkline. Pure. */

export const SPARKLINE = { width: 100, height: 24 } as const;
/** The line is as thick as this: it stays within the picture. */
const MARGIN = 2;

/** Points of an SVG from left to right, the least value at the bottom; equal values are a line in the middle. */
export function linePoints(values: readonly number[]): string {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const room = SPARKLINE.height - 2 * MARGIN;
  return values
    .map((value, i) => {
      const x = (i * SPARKLINE.width) / (values.length - 1);
      const share = range === 0 ? 0.5 : (value - least) / range;
      return `${round(x)},${round(SPARKLINE.height - MARGIN - share * room)}`;
    })
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
