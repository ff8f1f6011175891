/** What every client asks for: the item of a secret. */
export const tableName = 'Directory';
export const key = { pk: `SECRET#${'a'.repeat(64)}`, sk: 'SECRET' };
