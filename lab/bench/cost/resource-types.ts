/** How each type of resource of prod is paid for: every type of the template is here, so that none is forgotten. */
export const paidFor: Readonly<Record<string, 'by use' | 'fixed' | 'free' | 'by use, beside calls'>> = {
  'AWS::ApiGatewayV2::Api': 'by use',
  'AWS::ApiGatewayV2::Authorizer': 'free',
  'AWS::ApiGatewayV2::Integration': 'free',
  'AWS::ApiGatewayV2::Route': 'free',
  'AWS::ApiGatewayV2::Stage': 'by use',
  'AWS::CloudFront::CachePolicy': 'free',
  // The dashboard: by request and GB of people who look at it.
  'AWS::CloudFront::Distribution': 'by use, beside calls',
  'AWS::CloudFront::Function': 'by use, beside calls',
  'AWS::CloudFront::OriginAccessControl': 'free',
  'AWS::CloudFront::ResponseHeadersPolicy': 'free',
  'AWS::CloudWatch::Alarm': 'fixed',
  'AWS::CloudWatch::Dashboard': 'fixed',
  'AWS::CloudWatch::InsightRule': 'fixed',
  'AWS::CodeDeploy::Application': 'free',
  'AWS::CodeDeploy::DeploymentGroup': 'free',
  // By users who sign in.
  'AWS::Cognito::UserPool': 'by use, beside calls',
  'AWS::Cognito::UserPoolClient': 'free',
  'AWS::DynamoDB::GlobalTable': 'by use',
  'AWS::Events::Rule': 'fixed',
  'AWS::IAM::Role': 'free',
  'AWS::Lambda::Alias': 'free',
  'AWS::Lambda::EventInvokeConfig': 'free',
  'AWS::Lambda::EventSourceMapping': 'by use',
  'AWS::Lambda::Function': 'by use',
  'AWS::Lambda::LayerVersion': 'free',
  'AWS::Lambda::Permission': 'free',
  'AWS::Lambda::Version': 'free',
  'AWS::Logs::LogGroup': 'by use',
  // The filter is free; its metric is among the metrics.
  'AWS::Logs::MetricFilter': 'fixed',
  // The failure bucket is empty, and the dashboard's files are a few MB.
  'AWS::S3::Bucket': 'by use, beside calls',
  'AWS::S3::BucketPolicy': 'free',
  // By mail: $2 for 100,000 alarms.
  'AWS::SNS::Topic': 'by use, beside calls',
  'AWS::SNS::TopicPolicy': 'free',
  'AWS::SecretsManager::Secret': 'fixed',
  // Runs while a deployment does.
  'Custom::CDKBucketDeployment': 'by use, beside calls',
};
