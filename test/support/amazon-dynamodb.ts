// The project "amazon" of jest.config.ts loads this before each test file: it then uses Amazon's DynamoDB everywhere.
process.env.CDK_LOCAL_DYNAMODB = 'amazon';
process.env.TEST_DYNAMODB_URL = process.env.TEST_AMAZON_DYNAMODB_URL;
