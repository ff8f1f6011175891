/** Names with a character that is invisible or changes how others are displayed. */
export const hiddenNames: readonly string[] = [
  'clears the screen \u001b[2J',
  'ends \u0000 here',
  'two\nrows',
  'del\u007fete',
  'next\u0085line',
  'turned \u202e around',
  'zero\u200bwidth',
  'soft\u00adhyphen',
  'line\u2028separator',
  'paragraph\u2029separator',
  'byte\ufefforder',
  'high \ud83d half',
  'low \udd11 half',
  'a family 👨\u200d👩\u200d👧',
  'a tag \u{e0041}',
];
