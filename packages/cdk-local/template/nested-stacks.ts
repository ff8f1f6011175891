import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withoutEffect } from './physical-ids.ts';
import { readDocument, TemplateError } from './template-document.ts';

/** Besides {@link withoutEffect}: other resources can refer to an alarm. */
const alarm = 'AWS::CloudWatch::Alarm';

type ResourceInStack = {
  readonly logicalId: string;
  readonly type: string;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/**
 * Refuses a nested stack whose template has something to serve: nested stacks are not served.
 * @param folder of the cloud assembly
 * @throws {TemplateError} naming the nested stack and the type
 */
export function requireNothingToServe(resources: readonly ResourceInStack[], folder: string): void {
  for (const { logicalId, type, metadata } of resources) {
    if (type !== 'AWS::CloudFormation::Stack') continue;
    const file = join(folder, String(metadata['aws:asset:path'] ?? ''));
    const place = `Resources.${logicalId}`;
    if (metadata['aws:asset:path'] === undefined || !existsSync(file)) {
      throw new TemplateError(
        'unknown_resource_type',
        place,
        'the template of the nested stack is not in the assembly',
      );
    }
    const served = Object.values(readDocument(file).Resources).find(
      (nested) => nested.Type !== alarm && !Object.hasOwn(withoutEffect, nested.Type),
    );
    if (!served) continue;
    const problem = `nested stacks are not served, and this one has a resource of the type ${served.Type}`;
    throw new TemplateError('unknown_resource_type', place, problem);
  }
}
