/** Nest 12 and the uuid of GoCardless's SDK are ES modules only; swc turns just those into CommonJS for Jest. */
const swc = (parser) => [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    jsc: {
      parser,
      target: 'es2022',
      keepClassNames: true,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'commonjs' },
  },
];

const common = {
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    'node_modules/(@nestjs|gocardless-nodejs/node_modules/uuid)/.+\\.js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/|gocardless-nodejs/node_modules/uuid/|uuid/)'],
  moduleNameMapper: { '^@billing-service/sdk$': '<rootDir>/packages/sdk/src/index.ts' },
  resolver: '<rootDir>/test/support/resolver.cjs',
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/packages/[^/]+/dist/',
    '<rootDir>/dashboard/dist/',
    '<rootDir>/bench/',
    '<rootDir>/.data/',
  ],
};
const database = {
  ...common,
  setupFiles: [...common.setupFiles, '<rootDir>/test/support/explicit-transactions.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  maxWorkers: 2,
  // Each file loads the service anew, which Jest does not free. A worker near the limit of its heap pauses for seconds.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,packages,dashboard,test/sandbox}/**/*.spec.ts'],
    },
    { ...database, displayName: 'db', testMatch: ['<rootDir>/test/db/**/*.spec.ts'] },
    {
      ...database,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,scenarios,conformance,docs,examples,architecture}/**/*.spec.ts'],
    },
    { ...database, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.spec.ts'] },
    { ...database, displayName: 'lives', testMatch: ['<rootDir>/test/lives/**/*.spec.ts'] },
    { ...database, displayName: 'fault', testMatch: ['<rootDir>/test/fault/**/*.spec.ts'] },
  ],
};
