/** A text whose first letter is a capital. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A code as words, for values that a later release of the service may add: `key_paused` is `Key paused`. */
export function asWords(code: string): string {
  const words = code.replaceAll(/[_-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return capitalized(words.toLowerCase());
}

/** A plan's name as a title: `Free`. */
export const planTitle = ({ planId }: { readonly planId: string }): string => capitalized(planId);
