/** The commands of the operator's function. What they do and their options say its own `--help`. */
export const commandNames: readonly string[] = [
  ...['activity', 'change-plan', 'create', 'delete', 'disable-second-factor', 'list', 'resume', 'revoke-token'].map(
    (name) => `accounts ${name}`,
  ),
  ...['show', 'sign-out', 'statement', 'suspend', 'tokens', 'usage'].map((name) => `accounts ${name}`),
  ...['cancel', 'reconcile', 'sync'].map((name) => `billing ${name}`),
  ...['create', 'find', 'list', 'revoke', 'rotate', 'show', 'usage'].map((name) => `keys ${name}`),
  ...['margin', 'plans list', 'requests list'],
];
