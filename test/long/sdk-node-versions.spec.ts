import { join } from 'node:path';
import { readmeExample, SdkProject } from '../support/packed-sdk';
import { useTestApp } from '../support/use-test-app';

/** Installs further versions of Node.js from npm, whose package `node` contains the executable. */
describe.each(['22', '24'])('the packed SDK on Node.js %s', (version) => {
  const app = useTestApp();
  let project: SdkProject;

  beforeAll(async () => {
    project = await SdkProject.create();
    await project.npm('install', `node@${version}`);
  }, 300_000);
  afterAll(() => project.remove());

  it.each(Object.entries(readmeExample()))('runs the example of its README as %s', async (name, code) => {
    const { rawKey } = await app.anOrganization();
    const node = join(project.folder, 'node_modules/node/bin/node');
    project.write(name, code);
    project.write('version.cjs', 'console.log(process.versions.node)');
    expect(await project.node('version.cjs', {}, node)).toMatch(new RegExp(`^${version}\\.`));
    const output = await project.node(name, { BILLING_URL: app.url, BILLING_API_KEY: rawKey }, node);
    expect(output).toMatch(/^Created [0-9a-f-]{36}\nRefused with 409 conflict\nFound cust_1042\n$/);
  });
});
