/** Takes text as it comes and gives it on line by line, without the line ends and empty lines. */
export type Lines = { readonly add: (text: string) => void; readonly end: () => void };

/** `end` gives on what stands after the last line end. */
export function splitLines(onLine: (line: string) => void): Lines {
  let rest = '';
  const give = (line: string) => {
    if (line !== '') onLine(line);
  };
  return {
    add: (text) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      lines.forEach(give);
    },
    end: () => {
      give(rest);
      rest = '';
    },
  };
}
