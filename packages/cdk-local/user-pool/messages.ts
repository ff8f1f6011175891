/** A code that a user would have got by e-mail. */
export type Message = { readonly email: string; readonly code: string };
