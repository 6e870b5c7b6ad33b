import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageSourceSuite, type SetAside } from '../../conformance/usage-source.suite';
import { UsageFilesModule } from './usage-files.module';

let folder = '';
let written = 0;

/** Returns the paths of the files with this ending, oldest first. */
const filesWith = async (ending: string): Promise<string[]> => {
  const paths = await readdir(folder, { recursive: true });
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  return paths
    .filter((it) => it.endsWith(ending))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
};

usageSourceSuite('usage files', {
  module: UsageFilesModule,
  async prepare() {
    folder = await mkdtemp(join(tmpdir(), 'billing-usage-'));
    process.env.USAGE_FOLDER = folder;
    return {};
  },
  async put(organizationId, body) {
    await mkdir(join(folder, organizationId), { recursive: true });
    const path = join(folder, organizationId, String(++written).padStart(6, '0'));
    await writeFile(`${path}.part`, body);
    await rename(`${path}.part`, `${path}.json`); // whole or not at all
  },
  waiting: async () => (await filesWith('.json')).length,
  async rejected() {
    const texts = await Promise.all(
      (await filesWith('.rejected')).map((it) => readFile(join(folder, it), 'utf8')),
    );
    return texts.flatMap((text) => text.split('\n').map((line) => JSON.parse(line) as SetAside));
  },
  async drop() {
    delete process.env.USAGE_FOLDER;
    await rm(folder, { recursive: true });
  },
});
