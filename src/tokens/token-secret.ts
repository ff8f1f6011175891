import { hasValidChecksum, mintWithPrefix } from '../keys/secret.ts';

const prefix = 'slt_';
const tokenPattern = /^slt_[0-9A-Za-z]{38}$/;

/** A new secret of an account token: as one of a key, with another prefix, so that neither passes for the other. */
export const mintToken = (): string => mintWithPrefix(prefix);

export const isWellFormedToken = (text: string): boolean => tokenPattern.test(text) && hasValidChecksum(text);
