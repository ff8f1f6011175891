/** Strokes over a tile of 8 by 8 units, as SVG paths. Marks have them besides their colour, for readers who cannot tell colours apart, and for print. */
export const patterns = {
  solid: '',
  diagonal: 'M-2 2 2-2M-2 10 10-2M6 10 10 6',
  'back-diagonal': 'M6-2 10 2M-2-2 10 10M-2 6 2 10',
  horizontal: 'M0 4H8',
  vertical: 'M4 0V8',
  'dense-horizontal': 'M0 2H8M0 6H8',
  'dense-vertical': 'M2 0V8M6 0V8',
  grid: 'M0 4H8M4 0V8',
  cross: 'M-2-2 10 10M-2 10 10-2',
  bricks: 'M0 2H8M0 6H8M2 2V6M6 6V8M6 0V2',
  dashes: 'M0 2H4M4 6H8',
  zigzag: 'M-2 4 0 6 4 2 8 6 10 4',
  steps: 'M0 2H4V6H8V2',
  dots: 'M1 2H3M5 6H7',
} as const;

export type PatternName = keyof typeof patterns;
