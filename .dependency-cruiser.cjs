/**
 * Import rules: CONTRIBUTING.md ("Import rules") gives the reasons, `npm run lint:boundaries` checks them. A module
 * that LAYERS does not list, such as one that your team adds, is above all layers.
 */
const LAYERS = [
  { name: 'tenancy', modules: ['organizations', 'api-keys', 'documents'] },
  { name: 'catalogue', modules: ['customers', 'billable-metrics', 'plans', 'taxes'] },
  { name: 'usage', modules: ['usage', 'usage-thresholds'] },
  { name: 'billing', modules: ['subscriptions', 'invoices', 'credit-notes', 'wallets'] },
  { name: 'collection', modules: ['payments', 'dunning'] },
  { name: 'messages', modules: ['emails'] },
  { name: 'reports', modules: ['analytics'] },
];

/** Delivery modules: the outbox feeds them, and no module imports them. */
const LEAVES = ['webhook-endpoints', 'webhooks'];

/** The extension point of webhook signers. */
const SIGNERS = '^src/modules/webhooks/signers/index\\.ts$';

const inModules = (names) => `^src/modules/(${names.join('|')})/`;

/** A layer imports only itself and the layers below it, never a higher layer or an unlisted module. */
const layerRules = LAYERS.map((layer, index) => {
  const reachable = LAYERS.slice(0, index + 1).flatMap((it) => it.modules);
  return {
    name: `layer-${layer.name}`,
    comment: `${layer.name} imports only itself and lower layers. To notify a higher module, append an event.`,
    severity: 'error',
    from: { path: inModules(layer.modules) },
    to: { path: '^src/modules/', pathNot: inModules(reachable) },
  };
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'platform-knows-no-module',
      comment:
        'The platform imports neither modules nor composition roots. Move the code to the platform, or let the module ' +
        'register with the platform.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src|test|bench)/', pathNot: '^src/platform/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'platform/domain holds pure rules and imports only calculation libraries: no Nest, TypeORM or Node. Move other ' +
        'code to another folder of the platform.',
      severity: 'error',
      from: { path: '^src/platform/domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: [
          '^src/platform/domain/',
          '(^|/)node_modules/(@types/)?(decimal\\.js|uuid|currency-codes|luxon)/',
        ],
      },
    },
    {
      name: 'module-through-its-index',
      comment: 'Import another module only through its index.ts, and export there what you need.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/',
        pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$', SIGNERS],
      },
    },
    {
      name: 'root-through-index',
      comment:
        'Composition roots and commands import modules through their index.ts; entities.ts imports the entities.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(modules|platform)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/[^/]+/index\\.ts$', '\\.entity\\.ts$'] },
    },
    {
      name: 'entities-and-repositories-stay-inside',
      comment:
        'Entities and repositories are private to their module; entities.ts alone imports all entities. Call the service ' +
        'of the module.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(modules/|platform/|entities\\.ts$)' },
      to: { path: '\\.(entity|repository)\\.ts$' },
    },
    {
      name: 'index-exports-no-entity-or-repository',
      comment:
        'index.ts exports the module class, services and events, no entity or repository. Export a service that returns ' +
        'what callers need.',
      severity: 'error',
      from: { path: '^src/modules/[^/]+/index\\.ts$' },
      to: { path: '\\.(entity|repository)\\.ts$' },
    },
    ...layerRules,
    {
      name: 'delivery-is-a-leaf',
      comment:
        'Only webhooks may import webhook-endpoints. To send a webhook, append an event instead. A module above all layers may import the extension point WEBHOOK_SIGNERS from webhooks/signers.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: inModules(LEAVES) },
      to: { path: inModules(LEAVES), pathNot: SIGNERS },
    },
    {
      name: 'endpoints-know-no-delivery',
      comment:
        'webhook-endpoints announces changes through the extension point ENDPOINT_LISTENERS, which webhooks extends.',
      severity: 'error',
      from: { path: inModules(['webhook-endpoints']) },
      to: { path: '^src/modules/', pathNot: inModules(['webhook-endpoints', ...LAYERS[0].modules]) },
    },
    {
      name: 'delivery-knows-no-billing',
      comment:
        'webhooks gets all events from the outbox, so it needs no import of the modules that append them. Its filter by customer takes the references that customers defines.',
      severity: 'error',
      from: { path: inModules(['webhooks']) },
      to: { path: '^src/modules/', pathNot: inModules([...LEAVES, ...LAYERS[0].modules, 'customers']) },
    },
    {
      name: 'only-outbound-sends',
      comment: 'Every outbound request goes through the guarded client of platform/outbound.',
      severity: 'error',
      from: { path: '^src/(modules|platform)/', pathNot: '^src/platform/outbound/' },
      to: { path: '(^|/)node_modules/undici/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A released migration never changes, so it must not import code that may change. Write SQL.',
      severity: 'error',
      from: { path: '^src/migrations/[0-9]' },
      to: { path: '^src/' },
    },
    {
      name: 'tools-stand-alone',
      comment: 'A tool imports neither the service nor another tool.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/' },
      to: { path: '^(src|test|bench|tools)/', pathNot: '^tools/$1/' },
    },
    {
      name: 'tools-through-their-index',
      comment: 'The service imports a tool only through its index.ts.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tools/', pathNot: '^tools/[^/]+/index\\.ts$' },
    },
    {
      name: 'no-cycle',
      comment:
        'These files import each other. Usually a type is declared in the wrong file: declare the input types of a ' +
        'service in the DTO file, and other shared types in a file of their own.',
      severity: 'error',
      from: { path: '^(src|tools)/' },
      to: { circular: true },
    },
    {
      name: 'no-development-dependency',
      comment:
        'The image ships without development dependencies. Move the package to dependencies, or the import to a test.',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'The imported file or package does not exist. Correct the path, or install the package.',
      severity: 'error',
      from: { path: '^(src|tools)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-code',
      comment: 'The service imports neither tests nor their support. Move the code to src.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^(test|bench)/|\\.spec\\.ts$)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'types'] },
  },
};
