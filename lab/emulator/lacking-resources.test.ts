import { expect, test } from '@jest/globals';
import { withoutLacking } from './lacking-resources.ts';

const template = {
  Parameters: { Image: { Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', Default: '/aws/service/ami' } },
  Resources: {
    Simple: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
    Several: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [] } },
    Application: { Type: 'AWS::CodeDeploy::Application' },
    Pool: { Type: 'AWS::Cognito::UserPool' },
    Role: {
      Type: 'AWS::IAM::Role',
      DependsOn: ['Application', 'Simple'],
      Properties: { on: { 'Fn::Join': ['/', [{ Ref: 'Application' }, { 'Fn::GetAtt': ['Pool', 'ProviderURL'] }]] } },
    },
  },
};

test('what the emulator cannot create is counted and taken out, with what refers to it', () => {
  const { template: deployable, removed } = withoutLacking(template);
  expect([...removed].map(([{ type, property }, count]) => [type, property, count])).toEqual([
    ['AWS::CloudWatch::Alarm', 'Metrics', 1],
    ['AWS::CodeDeploy::Application', undefined, 1],
  ]);
  expect(Object.keys(deployable.Resources)).toEqual(['Simple', 'Pool', 'Role']);
  const provider = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Pool', 'ProviderName'] }]] };
  expect(deployable.Resources.Role).toMatchObject({
    DependsOn: ['Simple'],
    Properties: { on: { 'Fn::Join': ['/', ['Application', provider]] } },
  });
  expect(deployable.Parameters).toEqual({ Image: { Type: 'String', Default: expect.any(String) } });
});
