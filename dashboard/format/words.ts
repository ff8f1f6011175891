/** A code as words, for values that a later release of the service may add: `key_paused` is `Key paused`. */
export function asWords(code: string): string {
  const words = code
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A plan's name as a title: `Free`. */
export const planTitle = ({ planId }: { readonly planId: string }): string =>
  planId.charAt(0).toUpperCase() + planId.slice(1);
