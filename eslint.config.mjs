import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Use named exports, so that a thing has the same name in every file.',
};
const DEFINITE_ASSIGNMENT = {
  selector: ':matches(PropertyDefinition, VariableDeclarator)[definite=true]',
  message:
    'Use `!` only for fields of entities and DTOs, which a decorator sets; initialize everything else.',
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', '.data/']),
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

      // Exceptions from the presets, each with its reason.
      // A Nest module is a class that only carries a decorator; a body that takes no field is an empty class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      // A number reads the same in a template as in JSON; anything else must say how it becomes text.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Nest's option types, the entities and the DTOs are classes without methods: an object literal with
      // all their fields is one of them, and a spread copy loses nothing.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // `() => this.wake()` says what it does; braces around it say no more.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // What the syntax requires but nobody reads is named `_` or, as a parameter, `_...`.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
    },
  },
  {
    files: ['**/*.entity.ts', '**/*.dto.ts'],
    rules: { 'no-restricted-syntax': ['error', DEFAULT_EXPORT] },
  },
  {
    // TypeORM's command line and Jest take these by their default export.
    files: ['ormconfig.ts', 'test/support/global-{setup,teardown}.ts'],
    rules: { 'no-restricted-syntax': ['error', DEFINITE_ASSIGNMENT] },
  },
  {
    // A `describe` holds its whole suite; the limit on the file's length remains.
    files: ['**/*.spec.ts', '**/*.suite.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  prettier,
);
