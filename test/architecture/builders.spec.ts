import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import * as builders from '../support/builders';

const ROOT = join(__dirname, '../..');
const BUILDERS = join(ROOT, 'test/support/builders');
/** Matches names such as `create`, `aWallet` and `makePlan`, which builders and copies of builders have. */
const BUILDER_NAME = /^(create|make|new|an?|some)([A-Z]|$)/;

const filesUnder = (folder: string, suffix: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith(suffix) && !it.includes('node_modules'))
    .map((it) => join(folder, it));

/** A function of a source file and the paths it posts to, given as literals or constants of the file. */
interface PostingFunction {
  name: string;
  paths: string[];
}

function functionsOf(text: string): PostingFunction[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, string>();
  const found: PostingFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name)
      found.push({ name: node.name.text, paths: pathsIn(node) });
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { initializer } = node;
      if (ts.isStringLiteralLike(initializer)) constants.set(node.name.text, initializer.text);
      if (ts.isArrowFunction(initializer)) found.push({ name: node.name.text, paths: pathsIn(initializer) });
    }
    ts.forEachChild(node, visit);
  };
  const pathsIn = (node: ts.Node): string[] => {
    const [argument] = isPost(node) ? node.arguments : [];
    const here = argument === undefined ? [] : [pathOf(argument)];
    const below: string[] = [];
    ts.forEachChild(node, (child) => void below.push(...pathsIn(child)));
    return [...here, ...below];
  };
  const pathOf = (node: ts.Node): string =>
    ts.isStringLiteralLike(node) ? node.text : (constants.get(node.getText(source)) ?? '');
  visit(source);
  return found;
}

const isPost = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'post';

const routes = new Set(
  filesUnder(BUILDERS, '.ts')
    .flatMap((it) => functionsOf(readFileSync(it, 'utf8')))
    .flatMap((it) => it.paths)
    .filter((it) => it !== ''),
);

/**
 * Returns the functions that copy a builder: those with a builder's name, or with a similar name and a
 * builder's route.
 */
const copiesIn = (text: string): string[] =>
  functionsOf(text)
    .filter(
      ({ name, paths }) =>
        name in builders || (BUILDER_NAME.test(name) && paths.some((it) => routes.has(it))),
    )
    .map((it) => it.name);

describe('test builders', () => {
  it('no test declares a builder of its own', () => {
    const sources = [...filesUnder(join(ROOT, 'test'), '.ts'), ...filesUnder(join(ROOT, 'src'), '.spec.ts')];
    const copies = sources
      .filter((it) => !it.startsWith(BUILDERS))
      .flatMap((it) => copiesIn(readFileSync(it, 'utf8')).map((name) => `${relative(ROOT, it)}: ${name}`));
    expect(copies).toEqual([]);
  });

  it('the check finds copies by their name and by the routes they post to', () => {
    expect(routes.size).toBeGreaterThan(10);
    const post = `organization.post('/v1/plans', {})`;
    expect(copiesIn(`function aPlan() {}`)).toEqual(['aPlan']);
    expect(copiesIn(`const create = () => ${post};`)).toEqual(['create']);
    expect(copiesIn(`const PATH = '/v1/plans'; const makeOne = () => by.post(PATH, {});`)).toEqual([
      'makeOne',
    ]);
    expect(copiesIn(`const preview = () => ${post}; const aName = () => 'x';`)).toEqual([]);
  });
});
