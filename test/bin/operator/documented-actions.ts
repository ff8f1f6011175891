import { tableRows } from '../../docs/pages.ts';

/** The actions in a cell like ``Directory: `GetItem`, `Query` ``, with a line per table. */
function actionsIn(cell: string): string[] {
  const lines = cell.split('<br>').map((line) => line.replaceAll('`', '').split(': '));
  return lines.flatMap(([table, actions = '']) => actions.split(', ').map((one) => `${table}: ${one}`)).toSorted();
}

/** The IAM actions that docs/cli.md lists, by command. */
export const documentedActions: ReadonlyMap<string, readonly string[]> = new Map(
  tableRows('docs/cli.md')
    .filter((cells) => cells.length === 2)
    .map(([command = '', actions = '']) => [command, actionsIn(actions)]),
);
