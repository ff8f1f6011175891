/** How often each measurement is taken: rounds that are thrown away, for code to be compiled, and rounds that count. */
export type Rounds = { readonly warmUp: number; readonly counted: number };

/**
 * Takes several measurements in turn, round by round, so that a machine that changes its speed changes it for all.
 * @returns the counted rounds of each, in the order they were taken
 */
export async function interleave<Name extends string, Taken = number>(
  measurements: Readonly<Record<Name, () => Promise<Taken>>>,
  { warmUp, counted }: Rounds,
): Promise<Record<Name, Taken[]>> {
  const names = Object.keys(measurements) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Taken[]])) as Record<Name, Taken[]>;
  for (let round = -warmUp; round < counted; round += 1) {
    for (const name of names) {
      const figure = await measurements[name]();
      if (round >= 0) taken[name].push(figure);
    }
  }
  return taken;
}
