import type { Network } from '../../src/network.ts';
import { type SettingsProblem, wrongSettings } from '../settings/configuration-error.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import { nodeProblems } from './node-rules.ts';
import { idsOfProps, idsOfSettings, type VpcIds, type VpcProps } from './vpc-props.ts';

/**
 * The VPC of an instance, from its settings or its props; undefined without one.
 * @param source for the message, for example the construct's path
 * @throws {ConfigurationError} for both, and for each node that the functions could not reach
 */
export function instanceVpc(
  { vpc: given, networks }: Pick<EffectiveSettings, 'vpc' | 'networks'>,
  props: VpcProps | undefined,
  source: string,
): VpcIds | undefined {
  if (given && props) throw wrongSettings(source, [both]);
  const ids = props ? idsOfProps(props) : given && idsOfSettings(given);
  refuseNodes(networks, ids, source);
  return ids;
}

const both: SettingsProblem = { path: 'vpc', message: 'is given as a prop too. Remove one of them' };

function refuseNodes(networks: readonly Network[], ids: VpcIds | undefined, source: string): void {
  const problems = nodeProblems(networks, ids);
  if (problems.length > 0) throw wrongSettings(source, problems);
}
