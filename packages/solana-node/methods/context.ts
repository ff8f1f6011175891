/** The release of Agave whose program runtime LiteSVM 1.5 runs, and whose answers this node's are modelled on. */
export const apiVersion = '4.3.0';

/** What a node answers where it says which state it read. */
export const withContext = (slot: number, value: unknown) => ({ context: { apiVersion, slot }, value });
