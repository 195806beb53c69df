// Each rule's sentence is the message that a developer sees when it fires.

/** Server features that may import other features through their index.ts. Must stay acyclic. */
const SERVER_FEATURE_DEPS = {
  audit: [],
  mail: ['audit'],
  notifications: ['mail'],
  settings: ['audit'],
  spaces: ['audit', 'notifications'],
  session: ['audit', 'spaces'],
  groups: ['audit', 'session', 'spaces'],
  'one-time-links': ['audit', 'groups', 'mail', 'notifications', 'session', 'spaces'],
  'sign-in': ['audit', 'groups', 'one-time-links', 'session', 'sharing', 'spaces'],
  tokens: ['audit', 'notifications', 'session'],
  webhooks: ['audit', 'notifications', 'spaces'],
  account: ['audit', 'groups', 'one-time-links', 'session', 'sharing', 'sign-in', 'spaces', 'tokens'],
  people: [
    'account',
    'audit',
    'groups',
    'links',
    'mail',
    'notifications',
    'one-time-links',
    'session',
    'sharing',
    'spaces',
    'tokens',
  ],
  ledger: ['spaces'],
  files: ['ledger', 'session', 'spaces'],
  changes: ['files', 'session', 'sharing', 'spaces', 'tokens'],
  sharing: ['audit', 'files', 'links', 'mail', 'notifications', 'one-time-links', 'session', 'spaces'],
  comments: ['files', 'notifications', 'sharing'],
  follows: ['files', 'notifications'],
  'access-requests': ['audit', 'files', 'notifications', 'sharing', 'spaces'],
  'invited-grants': ['files', 'one-time-links', 'people', 'session', 'sharing'],
  uploads: ['files', 'ledger', 'session', 'spaces'],
  'bucket-imports': ['files', 'uploads'],
  content: ['files', 'session', 'spaces'],
  exports: ['comments', 'files', 'sharing', 'spaces'],
  renditions: ['files', 'session', 'spaces'],
  links: ['audit', 'content', 'files', 'notifications', 'renditions', 'session', 'spaces', 'uploads'],
  viewings: ['audit', 'files', 'links', 'renditions', 'session', 'spaces'],
  journal: ['files', 'ledger'],
  storage: ['audit', 'files', 'journal', 'ledger', 'session', 'spaces', 'uploads'],
  webdav: ['content', 'files', 'spaces', 'uploads'],
  'admin-jobs': [
    'audit',
    'documents',
    'files',
    'ledger',
    'mail',
    'renditions',
    'spaces',
    'storage',
    'uploads',
  ],
  overview: ['files', 'groups', 'links', 'mail', 'people', 'spaces', 'storage'],
};

/** Rooms of the upload engine, bottom to top: a room imports itself and the rooms it names. */
const TRANSFER_ROOM_DEPS = {
  model: [],
  journal: ['model'],
  worker: ['model'],
  send: ['model', 'journal', 'worker'],
  engine: ['model', 'journal', 'worker', 'send'],
  intake: ['model', 'journal', 'engine'],
  ui: ['model', 'engine', 'intake'],
  page: ['model', 'engine', 'intake', 'ui'],
  import: ['model', 'intake'],
};

const TEST = '(\\.(test|spec|contract|world)\\.tsx?$|^packages/[^/]+/src/testing/|^apps/server/test/)';
const SERVER = '^apps/server/src';
const WEB = '^apps/web/src';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Restricts imports of these npm packages to `where`. */
const only = (pkgs, where) =>
  forbid(
    `only-in:${pkgs}`,
    `${pkgs} is contained in ${where}`,
    { pathNot: [where, TEST] },
    { path: `node_modules/(${pkgs})(/|$)` },
  );

const serverFeatureRules = Object.entries(SERVER_FEATURE_DEPS).flatMap(([feature, deps]) => [
  forbid(
    `server-feature:${feature}`,
    `${feature} may use only: ${deps.join(', ') || 'no other feature'}`,
    { path: `${SERVER}/features/${feature}/` },
    { path: `${SERVER}/features/`, pathNot: [`${SERVER}/features/(${[feature, ...deps].join('|')})/`] },
  ),
]);

const TRANSFER = `${WEB}/features/transfer`;

const transferRoomRules = Object.entries(TRANSFER_ROOM_DEPS).map(([room, deps]) =>
  forbid(
    `transfer-room:${room}`,
    `${room} of the upload engine may use only: ${deps.join(', ') || 'no other room'}`,
    { path: `${TRANSFER}/${room}/`, pathNot: TEST },
    {
      path: `${TRANSFER}/`,
      pathNot: [`${TRANSFER}/(${[room, ...deps].join('|')})/`, `${TRANSFER}/texts\\.ts$`],
    },
  ),
);

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Cycles, type-only ones included, mean two files are one idea.',
      {},
      { circular: true },
    ),
    forbid('no-unresolved', 'Every import resolves.', {}, { couldNotResolve: true }),
    forbid(
      'packages-are-below-apps',
      'packages/ never import apps/.',
      { path: '^packages/' },
      { path: '^apps/' },
    ),
    forbid(
      'apps-are-strangers',
      'Apps meet only in @coffer/contracts.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'kit-is-the-floor',
      'kit imports nothing.',
      { path: '^packages/kit/', pathNot: TEST },
      { pathNot: '^packages/kit/' },
    ),
    forbid(
      'contracts-are-data',
      'contracts import kit and zod.',
      { path: '^packages/contracts/', pathNot: TEST },
      { pathNot: ['^packages/(contracts|kit)/', 'node_modules/zod(/|$)'] },
    ),
    forbid(
      'protocols-stand-alone',
      'user-pool and object-store know kit, sigv4 and srp, never contracts or each other.',
      { path: '^packages/(user-pool|object-store)/', pathNot: TEST },
      { path: '^packages/', pathNot: ['^packages/$1/', '^packages/(kit|sigv4|srp)/'] },
    ),
    forbid(
      'packages-by-name',
      'Others import a package by its name, and so only what it exports.',
      { path: '^(packages/[^/]+|apps/[^/]+|e2e|bench|scripts)/' },
      { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
    ),
    forbid(
      'command-line-is-a-client',
      'cli knows the server by contracts and kit only.',
      { path: '^packages/cli/', pathNot: TEST },
      { path: '^(packages|e2e|bench|scripts)/', pathNot: '^packages/(cli|contracts|kit)/' },
    ),
    forbid(
      'algorithms-stand-alone',
      'sigv4 and srp import nothing of ours.',
      { path: '^packages/(sigv4|srp)/', pathNot: TEST },
      { path: '^packages/', pathNot: '^packages/$1/' },
    ),
    forbid(
      'embedded-only-at-the-root',
      'Only application.ts and embedded/ start the pool and the store; the rest speaks OIDC and S3.',
      { path: `${SERVER}/`, pathNot: [`${SERVER}/(application\\.ts|embedded/)`, TEST] },
      { path: '^packages/(user-pool|object-store|embedded-postgres)/' },
    ),
    forbid(
      'testing-is-for-tests',
      'Production code never imports @coffer/testing or a test.',
      { pathNot: [TEST, '^packages/testing/', '^apps/[^/]+/test/', '^e2e/', '^bench/', '^scripts/'] },
      { path: ['^packages/testing/', TEST] },
    ),

    ...serverFeatureRules,
    forbid(
      'server-feature-front-door',
      'Enter a feature through its index.ts.',
      { path: `${SERVER}/features/([^/]+)/`, pathNot: TEST },
      { path: `${SERVER}/features/`, pathNot: [`${SERVER}/features/$1/`, '/index\\.ts$'] },
    ),
    forbid(
      'server-mounts-routes-and-jobs',
      'http/ and application.ts take routes.ts, jobs.ts or index.ts from a feature, nothing else.',
      { path: `${SERVER}/(http/|application\\.ts)`, pathNot: TEST },
      { path: `${SERVER}/features/`, pathNot: '/(index|routes|jobs)\\.ts$' },
    ),
    forbid(
      'routes-do-not-touch-sql',
      'routes.ts calls operations, never a store or platform/.',
      { path: `${SERVER}/features/[^/]+/routes\\.ts$` },
      { path: ['/store\\.ts$', '/store/', `${SERVER}/platform/`] },
    ),
    forbid(
      'store-is-the-bottom',
      'A store never calls up into operations, routes or http.',
      { path: `${SERVER}/features/([^/]+)/store(\\.ts$|/)`, pathNot: TEST },
      {
        path: [`${SERVER}/http/`, `${SERVER}/features/`],
        pathNot: ['/model\\.ts$', `${SERVER}/features/$1/store/`],
      },
    ),
    forbid(
      'policy-and-model-are-pure',
      'policy.ts and model.ts import model.ts, contracts and kit.',
      { path: `${SERVER}/features/[^/]+/(policy|model)\\.ts$` },
      { pathNot: ['/model\\.ts$', '^packages/(contracts|kit)/'] },
    ),
    forbid(
      'features-do-not-know-http',
      'http/ mounts features; a feature takes what it needs from operation.ts, route.ts and platform/.',
      { path: `${SERVER}/features/`, pathNot: TEST },
      { path: `${SERVER}/http/` },
    ),
    forbid(
      'platform-is-below-features',
      'platform/ never imports features/ or http/.',
      { path: `${SERVER}/platform/`, pathNot: TEST },
      { path: `${SERVER}/(features|http)/` },
    ),

    forbid(
      'web-features-are-strangers',
      'Routes compose features; features never import each other.',
      { path: `${WEB}/features/([^/]+)/` },
      { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
    ),
    ...transferRoomRules,
    forbid(
      'web-front-door',
      'routes/ enter a feature through its index.ts.',
      { path: `${WEB}/(routes/|main\\.tsx?)`, pathNot: TEST },
      { path: `${WEB}/features/`, pathNot: '/index\\.ts$' },
    ),
    forbid(
      'web-points-down',
      'main > routes > features > api, ui > lib.',
      { path: `${WEB}/features/` },
      { path: `${WEB}/(routes/|main)` },
    ),
    forbid(
      'web-api-is-below',
      'api/ imports lib/ and contracts.',
      { path: `${WEB}/api/`, pathNot: TEST },
      { path: `${WEB}/(ui|features|routes)/` },
    ),
    forbid(
      'web-ui-is-below',
      'ui/ knows no domain: only ui/ and lib/.',
      { path: `${WEB}/ui/`, pathNot: TEST },
      { path: [`${WEB}/(api|features|routes)/`, '^packages/contracts/'] },
    ),
    forbid(
      'web-lib-is-the-floor',
      'lib/ imports nothing of ours but kit.',
      { path: `${WEB}/lib/`, pathNot: TEST },
      { path: [`${WEB}/(api|ui|features|routes)/`, '^packages/contracts/'] },
    ),

    forbid(
      'viewer-frame-stands-alone',
      'What draws foreign files runs on a page of its own: it takes lib/ and the tokens, nothing of the application.',
      { path: `${WEB}/viewer-frame/`, pathNot: TEST },
      {
        path: [`${WEB}/`, '^packages/contracts/'],
        pathNot: [`${WEB}/(viewer-frame|lib)/`, `${WEB}/ui/tokens\\.css$`],
      },
    ),
    forbid(
      'viewer-frame-is-behind-its-protocol',
      'The application speaks to the viewer frame through protocol.ts.',
      { path: `${WEB}/`, pathNot: [TEST, `${WEB}/viewer-frame/`] },
      { path: `${WEB}/viewer-frame/`, pathNot: '/protocol\\.ts$' },
    ),

    only(
      'kysely|pg',
      '(/store\\.ts$|/store/|/platform/db/|/migrations/|^packages/(user-pool|testing)/|^(bench|e2e)/)',
    ),
    only('hono', '(/http/|^packages/(user-pool|object-store)/|^bench/)'),
    only('@aws-sdk/[^/]+', '/platform/blobs/'),
    only('sharp', '/platform/pictures/'),
    only('@hyzyla/pdfium', '/platform/pictures/'),
    only('htmlparser2', '/platform/texts/'),
    only('nodemailer', '(/platform/mail/|^packages/user-pool/)'),
    only('jose|oauth4webapi', '(/platform/identity/|^packages/user-pool/)'),
    only('@tanstack/[^/]+', '^apps/web/src/api/'),
  ],
  options: {
    tsPreCompilationDeps: true,
    exclude: { path: '^(apps/web/dist|e2e/(test-results|playwright-report))/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
