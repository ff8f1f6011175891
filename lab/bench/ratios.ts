/** Each figure against the other of its round. */
export const ratios = (figures: readonly number[], others: readonly number[]): number[] =>
  figures.map((figure, round) => figure / (others[round] ?? Number.NaN));
