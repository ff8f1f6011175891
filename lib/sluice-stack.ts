import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { checkedInstanceName } from './instance/instance-name.ts';
import { presetOf } from './instance/stage.ts';
import { Sluice } from './sluice.ts';
import { ownProps, type SluiceProps } from './sluice-props.ts';

/** Those of the instance, whose default name is the stage's, and those of the stack, such as `env`, `tags` and `stackName`. */
export type SluiceStackProps = SluiceProps & StackProps;

/**
 * A stack with one instance of Sluice, both named after the stage unless `instanceName` is given. Without `env`, it can be
 * deployed to any account and region.
 * @throws {ConfigurationError} as {@link Sluice} does
 */
export class SluiceStack extends Stack {
  readonly sluice: Sluice;

  constructor(scope: Construct, props: SluiceStackProps) {
    const own = ownProps(props, 'SluiceStack');
    const { name, deletionProtection } = presetOf(own.stage);
    const instanceName = checkedInstanceName(own.instanceName ?? name, 'SluiceStack');
    const { terminationProtection = deletionProtection } = props;
    const { description = `Sluice, a gateway for blockchain JSON-RPC (${instanceName})` } = props;
    // CloudFormation takes 1 MB, of which indentation would be a third.
    const { suppressTemplateIndentation = isLarge(props) } = props;
    super(scope, `Sluice-${instanceName}`, {
      ...props,
      description,
      terminationProtection,
      suppressTemplateIndentation,
    });
    // The CDK leaves the name Default out of logical ids.
    this.sluice = new Sluice(this, 'Default', { ...own, instanceName });
  }
}

/** Of settings that are not checked yet. */
const isLarge = ({ settings }: SluiceStackProps): boolean => Number(settings?.networks?.length) > 20;
