/** The documents of the docs, by their part of the address. */
export const documents = {
  api: {
    title: 'The RPC endpoint',
    about: 'Requests, limits, answers and errors, and what happens when a node fails.',
  },
  'management-api': {
    title: 'The management API',
    about: 'Sign in, manage keys, and read usage and history from programs, with examples for curl.',
  },
} as const;

export type DocumentName = keyof typeof documents;

/** Whether an address has a document. */
export const isDocumentName = (name: string): name is DocumentName => Object.hasOwn(documents, name);
