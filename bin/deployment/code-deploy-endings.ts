/** Why CodeDeploy ended a deployment, by the code in its `errorInformation`, and the entry of the runbook. */
const sections: Readonly<Record<string, string>> = {
  ALARM_ACTIVE: 'an-alarm-stops-a-release',
  HOOK_EXECUTION_FAILURE: 'the-check-fails-or-does-not-report',
  TIMEOUT: 'the-check-fails-or-does-not-report',
  MANUAL_STOP: 'somebody-stopped-the-release',
  INVALID_LAMBDA_CONFIGURATION: 'a-person-moved-an-alias',
  INVALID_LAMBDA_FUNCTION: 'a-person-moved-an-alias',
  RESOURCE_LIMIT_EXCEEDED: 'another-deployment-is-running',
};

/** The codes that the runbook has an entry for. */
export const knownEndings = Object.keys(sections);

/** Where to read on. */
export function endingSection(code: string): string {
  const section = Object.hasOwn(sections, code) ? sections[code] : undefined;
  return section === undefined ? 'docs/runbook.md#release' : `docs/stuck-deployments.md#${section}`;
}
