/** Matches a whole text in which `*` stands for any characters and `?` for one. */
export const wildcards = (pattern: string, flags = ''): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.split('?').map(literally).join('.'))
      .join('.*')}$`,
    `s${flags}`,
  );

const literally = (text: string): string => text.replace(/[.+^${}()|[\]\\/-]/g, '\\$&');
