/** What cdk.json may say of a deployment to AWS, and a laptop has nothing of. */
const deploymentOnly = ['account', 'region', 'domains', 'budget', 'lambdaConcurrency'];

/** The context of cdk.json without what is about a deployment to AWS. */
export const localContext = <T extends Readonly<Record<string, unknown>>>(context: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(context).filter(([name]) => !deploymentOnly.includes(name)));
