// Layers, one way only (house rule 1). Read by dependency-cruiser; guarded by test/architecture.test.ts.
const only = (from, ...to) => ({
  name: `${from} imports only ${to.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: '^(src|tools|resources|prompts|http)/', pathNot: [from, ...to].map((d) => `^${d}/`) },
});
module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    only('src/core'),
    only('src/domain', 'src/core'),
    only('src/operation', 'src/domain', 'src/core'),
    only('src/adapters', 'src/domain', 'src/core'),
    only('src/web', 'src/domain', 'src/core'),
    only('src/projection', 'src/operation', 'src/domain', 'src/core'),
    ...['tools', 'resources', 'prompts'].map((d) => only(d, 'src/operation', 'src/domain', 'src/core')),
    only('http', 'src/projection', 'src/operation', 'src/domain', 'src/core'),
    {
      name: 'domain and core do no I/O',
      severity: 'error',
      from: { path: '^src/(core|domain)/' },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: '^(node:)?(crypto|buffer|util)$' },
    },
    {
      name: 'SDKs live in adapters',
      severity: 'error',
      from: { pathNot: '^(src/adapters|test)/' },
      to: { path: 'node_modules/(playwright|playwright-core|pdfjs-dist|pdf-parse|tesseract\\.js|viem|@lancedb|@x402|kysely|pg|pg-boss|@electric-sql|undici|turndown|linkedom|defuddle|yazl|yauzl)/' },
    },
    { name: 'tools do not import each other', severity: 'error', from: { path: '^tools/' }, to: { path: '^tools/' } },
    { name: 'nothing imports test', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    {
      name: 'only the entry joins everything',
      severity: 'error',
      from: { pathNot: '^(src/main\\.ts$|src/cli/|src/composition/|test/)' },
      to: { path: '^src/(main\\.ts$|cli/|composition/)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.mts', '.js', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
