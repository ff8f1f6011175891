import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { Stage } from './stage.ts';

/** Warns at synthesis of what a production stage lacks before customers use it: each works, and fails them later. */
export function warnOfLaunch(scope: Construct, { namesItsAccount }: Stage, settings: EffectiveSettings): void {
  if (!namesItsAccount) return;
  const warn = (id: string, text: string) => Annotations.of(scope).addWarningV2(`sluice:${id}`, text);
  if (settings.alarmEmail === undefined)
    warn(
      'noAlarmEmail',
      'Alarms reach no one. Set alarmEmail in the settings, or subscribe to the topic of the alarms.',
    );
  const open = settings.networks.filter(({ upstreams }) => upstreams.every(isOpen)).map(({ network }) => network);
  if (open.length > 0)
    warn(
      'publicNodes',
      `The nodes of ${open.join(', ')} have no credentials and are not private: public nodes reject the load of a gateway. ` +
        'Name your own nodes with secretName or private in the settings (docs/operating.md, "Nodes and their credentials").',
    );
  if (!settings.mail && settings.signUp !== 'closed')
    warn(
      'noMail',
      'Cognito sends the mails itself, at most 50 a day. Set mail in the settings (docs/operating.md, "Mail to customers").',
    );
}

/** What does not say that it is the operator's own is taken for a node that everybody uses. */
const isOpen = (node: EffectiveSettings['networks'][number]['upstreams'][number]): boolean =>
  node.secretName === undefined && node.private !== true;
