import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { openSecrets } from '../../secrets-manager/secret-values.ts';
import { templateWith } from '../template/template-file.ts';

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'sluice-secrets-')), 'secrets');
const secret = (Properties: object) => templateWith({ Secret: { Type: 'AWS::SecretsManager::Secret', Properties } });
const generated = (generation: object) => secret({ GenerateSecretString: { ExcludePunctuation: true, ...generation } });
const firstValue = (template: ReturnType<typeof secret>, folder = newFolder()) =>
  openSecrets(template, folder).get('Secret');

describe('a secret of the template', () => {
  test('gets a value at its first start, which a restart finds again', () => {
    const folder = newFolder();
    const first = firstValue(generated({}), folder);
    expect(first).toHaveLength(32);
    expect(firstValue(generated({}), folder)).toBe(first);
    expect(statSync(join(folder, 'Secret')).mode & 0o777).toBe(0o600);
  });

  test('has a different value in each installation', () => {
    expect(firstValue(generated({}))).not.toBe(firstValue(generated({})));
  });

  test('has the requested length and each kind of character', () => {
    for (let round = 0; round < 50; round += 1) {
      const value = firstValue(generated({ PasswordLength: 4 }));
      expect(value).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{4}$/);
    }
  });

  test('may be given by the template, or defined elsewhere', () => {
    expect(firstValue(secret({ SecretString: 'given' }))).toBe('given');
    expect(firstValue(secret({}))).toBeUndefined();
  });

  test('is found by its name', () => {
    const named = secret({ Name: 'sluice/cursors', GenerateSecretString: { ExcludePunctuation: true } });
    expect([...openSecrets(named, newFolder()).keys()]).toEqual(['sluice/cursors']);
  });

  test.each([
    [{ GenerateStringKey: 'key' }, 'GenerateSecretString.GenerateStringKey: the local runtime does not know'],
    [{ ExcludePunctuation: false }, 'only letters and digits are emulated'],
  ])('is refused with %j', (generation, message) => {
    expect(() => firstValue(generated(generation))).toThrow(UnsupportedResourceError);
    expect(() => firstValue(generated(generation))).toThrow(message);
  });
});
