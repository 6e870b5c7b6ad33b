import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use named exports, so that every file uses the same name.',
};
const DEFINITE_ASSIGNMENT = {
  selector: ':matches(PropertyDefinition, VariableDeclarator)[definite=true]',
  message:
    'Use `!` only for fields of entities and DTOs, which a decorator sets; initialize everything else.',
};

export default defineConfig(
  globalIgnores(['**/dist/', 'coverage/', '.data/', 'packages/*/src/generated/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { rules: { eqeqeq: 'error', 'max-lines': ['error', { max: 300 }] } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines-per-function': ['error', { max: 40 }],
      'no-restricted-syntax': ['error', DEFAULT_EXPORT, DEFINITE_ASSIGNMENT],
      '@typescript-eslint/max-params': ['error', { max: 6 }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',

      // Exceptions to the presets, each with its reason. A Nest module is an empty class with a decorator; a DTO of a
      // body without fields is an empty class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      // A template prints a number as JSON does. Other types need an explicit conversion.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Nest's option types, the entities and the DTOs are classes without methods: an object literal with all their
      // fields is a valid instance, and a spread copies everything.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // Braces around `() => this.wake()` add nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The syntax may require a binding that the code does not use: name it `_`, or `_...` for a parameter.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
    },
  },
  {
    files: ['**/*.entity.ts', '**/*.dto.ts'],
    rules: { 'no-restricted-syntax': ['error', DEFAULT_EXPORT] },
  },
  {
    // TypeORM's command line and Jest require a default export in these files.
    files: ['ormconfig.ts', 'test/support/global-{setup,teardown}.ts'],
    rules: { 'no-restricted-syntax': ['error', DEFINITE_ASSIGNMENT] },
  },
  {
    // A `describe` callback holds its whole suite; the limit on file length still applies.
    files: ['**/*.spec.ts', '**/*.suite.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  prettier,
);
