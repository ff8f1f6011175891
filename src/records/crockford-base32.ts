/** The digits of Crockford's base32, of which a ULID is made (https://github.com/ulid/spec), from the lowest up. */
export const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
