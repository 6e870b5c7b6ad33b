/** Nest 12 is published only as ES modules; swc compiles the @nestjs packages to CommonJS for Jest. */
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
  testEnvironment: '<rootDir>/test/support/cached-scripts.cjs',
  setupFiles: ['reflect-metadata'],
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    'node_modules/@nestjs/.+\\.js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/bench/',
    '<rootDir>/.data/',
    '<rootDir>/packages/.+/dist/',
  ],
  moduleNameMapper: {
    // Packages build ES modules as well, whose imports need the extension of the built file.
    '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1.ts'],
    // The tests run the sources of packages, so that they need no build.
    '^@billing-service/(\\w+)$': '<rootDir>/packages/$1/src/index.ts',
  },
};
const database = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  maxWorkers: 3, // one more worker than CI has cores, because fault tests spend a quarter of their time waiting
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/slow-files-first.cjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,test/reckoning,packages/*/src,packages/*/test,dashboard/src}/**/*.spec.ts'],
    },
    { ...database, displayName: 'db', testMatch: ['<rootDir>/test/db/**/*.spec.ts'] },
    {
      ...database,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,scenarios,conformance,examples,architecture,docs,lives}/**/*.spec.ts'],
    },
    // These tests take too long for `npm test`.
    ...(process.env.TEST_LONG === '1'
      ? [{ ...database, displayName: 'long', testMatch: ['<rootDir>/test/long/**/*.spec.ts'] }]
      : []),
    { ...database, displayName: 'fault', testMatch: ['<rootDir>/test/fault/**/*.spec.ts'] },
  ],
};
