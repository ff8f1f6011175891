type Listed = { readonly licence: 'Apache-2.0' | 'MIT'; readonly copyright: string };

// As in the LICENSE of github.com/aws/aws-sdk-js-v3; its other packages contain the file.
const awsSdk: Listed = {
  licence: 'Apache-2.0',
  copyright: 'Copyright 2018 Amazon.com, Inc. or its affiliates. All Rights Reserved.',
};

// As in the first line of every source file of github.com/aws-amplify/amplify-js.
const amplify: Listed = {
  licence: 'Apache-2.0',
  copyright: 'Copyright Amazon.com, Inc. or its affiliates. All Rights Reserved.',
};

/** Packages that are published without a licence text, by name. */
export const packagesWithoutText: Readonly<Record<string, Listed | undefined>> = {
  '@aws-amplify/auth': amplify,
  '@aws-amplify/core': amplify,
  '@aws-sdk/credential-provider-http': awsSdk,
  '@aws-sdk/credential-provider-login': awsSdk,
  '@aws-sdk/nested-clients': awsSdk,
  '@middy/core': {
    licence: 'MIT',
    // As in its README.
    copyright: 'Copyright (c) 2017-2026 will Farrell, Luciano Mammino, and Middy contributors',
  },
};
