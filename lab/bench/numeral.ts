/** A number for reading: whole from a hundred on, with three digits that count below, and a comma in thousands. */
export const numeral = (figure: number): string =>
  figure.toLocaleString(
    'en-US',
    Math.abs(figure) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  );
