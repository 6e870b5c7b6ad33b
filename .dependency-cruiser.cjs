/**
 * Who may import whom. CONTRIBUTING.md ("Import rules") says why; `npm run lint:boundaries` checks it.
 * Modules that LAYERS does not name (a team's own) are above all layers. Every comment says what to do instead.
 */
const LAYERS = [
  { name: 'tenancy', modules: ['organizations', 'api-keys'] },
  { name: 'catalogue', modules: ['customers', 'billable-metrics', 'plans', 'taxes'] },
  { name: 'usage', modules: ['events', 'usage-thresholds'] },
  { name: 'billing', modules: ['subscriptions', 'invoices', 'credit-notes', 'wallets', 'coupons'] },
  { name: 'collection', modules: ['payments', 'collections', 'dunning'] },
];

/** Delivery: fed by the outbox, imported by no module. */
const LEAVES = ['webhook-endpoints', 'webhooks'];

const inModules = (names) => `^src/modules/(${names.join('|')})/`;

/** A layer imports itself and lower layers: never a higher one, nor a module without a layer. */
const layerRules = LAYERS.map((layer, index) => {
  const reachable = LAYERS.slice(0, index + 1).flatMap((it) => it.modules);
  return {
    name: `layer-${layer.name}`,
    comment:
      `The layer ${layer.name} imports only itself and lower layers. To reach a higher module, emit an event that it handles ` +
      'with outbox.on(), or define an extension point that it implements.',
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
        'The platform imports no module and no composition root. Let the module pass in what the platform needs.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src|test|bench)/', pathNot: '^src/platform/' },
    },
    {
      name: 'domain-is-pure',
      comment:
        'platform/domain imports neither Nest, TypeORM nor Node, only libraries that calculate. Move the code out of domain.',
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
      comment:
        'Import another module through its index.ts, and export there what you need. Adapters of payment providers also ' +
        'import payments/provider-kit, and webhook signers webhook-endpoints/signers: toolkits for them alone.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/',
        pathNot: [
          '^src/modules/$1/',
          '^src/modules/[^/]+/index\\.ts$',
          '^src/modules/payments/provider-kit/index\\.ts$',
          '^src/modules/payments/collector-kit/index\\.ts$',
          '^src/modules/webhook-endpoints/signers/index\\.ts$',
        ],
      },
    },
    {
      name: 'root-through-index',
      comment:
        'Composition roots and commands import modules through their index.ts; only entities.ts imports entities.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(modules|platform)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/[^/]+/index\\.ts$', '\\.entity\\.ts$'] },
    },
    {
      name: 'entities-and-repositories-stay-inside',
      comment: 'Entities and repositories stay inside their module. Add a method to its service.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(modules/|platform/|entities\\.ts$)' },
      to: { path: '\\.(entity|repository)\\.ts$' },
    },
    {
      name: 'index-exports-no-entity-or-repository',
      comment:
        'index.ts exports no entity and no repository. Export a service that returns what callers need.',
      severity: 'error',
      from: { path: '^src/modules/[^/]+/index\\.ts$' },
      to: { path: '\\.(entity|repository)\\.ts$' },
    },
    ...layerRules,
    {
      name: 'delivery-is-a-leaf',
      comment:
        'No module imports webhooks or webhook-endpoints. Append an event to the outbox. A webhook signer imports ' +
        'webhook-endpoints/signers. The dashboard is above all, and makes an endpoint of its sample data.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: inModules([...LEAVES, 'dashboard']) },
      to: { path: inModules(LEAVES), pathNot: '^src/modules/webhook-endpoints/signers/index\\.ts$' },
    },
    {
      name: 'endpoints-know-no-delivery',
      comment:
        'webhook-endpoints imports no other module. Emit an internal event, which webhooks handles with outbox.on().',
      severity: 'error',
      from: { path: inModules(['webhook-endpoints']) },
      to: { path: '^src/modules/', pathNot: inModules(['webhook-endpoints', ...LAYERS[0].modules]) },
    },
    {
      name: 'delivery-knows-no-billing',
      comment: 'webhooks gets every event from the outbox. Put what it needs into the event.',
      severity: 'error',
      from: { path: inModules(['webhooks']) },
      to: { path: '^src/modules/', pathNot: inModules([...LEAVES, ...LAYERS[0].modules]) },
    },
    {
      name: 'only-outbound-sends',
      comment:
        'Requests to other hosts go through the guarded client, and messages through the mail server. Use OutboundClient ' +
        'and SmtpClient of platform/outbound.',
      severity: 'error',
      from: { path: '^src/(modules|platform)/', pathNot: '^src/platform/outbound/' },
      to: { path: '(^|/)node_modules/(undici/|nodemailer/dist/[a-z]+/(smtp|nodemailer))' },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'A released migration never changes, so it imports nothing of src/ but partitioning.ts, which never changes either. Write SQL.',
      severity: 'error',
      from: { path: '^src/migrations/' },
      to: { path: '^src/', pathNot: '^src/migrations/' },
    },
    {
      name: 'packages-stand-alone',
      comment:
        'A package is published alone. It imports nothing of the service, and other packages by their names.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^(src|test|bench|tools|packages)/',
        pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$'],
      },
    },
    {
      name: 'packages-through-their-index',
      comment: 'Import a package by its name, and export there what you need.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'no-cycle',
      comment:
        'These files import each other. Usually a type stands in the wrong file: declare input types in the DTO file and ' +
        'other shared types in a file of their own.',
      severity: 'error',
      from: { path: '^(src|packages)/' },
      to: { circular: true },
    },
    {
      name: 'no-development-dependency',
      comment:
        'The image contains no development dependencies. Move the package to dependencies, or the import to a test.',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'The imported file or package does not exist. Correct the path, or install the package.',
      severity: 'error',
      from: { path: '^(src|packages)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-code',
      comment: 'The service imports no tests and no test support. Move the code to src/.',
      severity: 'error',
      from: { path: '^(src|packages)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^(test|bench)/|\\.spec\\.ts$)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'types'] },
  },
};
