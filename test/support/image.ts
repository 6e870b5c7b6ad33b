import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

interface Instruction {
  name: string;
  value: string;
}

/** A stage of a Dockerfile while it is replayed: its file system below a folder. */
interface Stage {
  folder: string;
  workdir: string;
  env: Record<string, string>;
}

/**
 * Replays the WORKDIR, ENV, COPY and RUN lines of docker/Dockerfile in empty folders, with the files that .dockerignore
 * lets into the build. The base image is this machine.
 */
export class ReplayedImage {
  private readonly home = mkdtempSync(join(tmpdir(), 'billing-image-'));
  private readonly context = join(this.home, 'context');
  private readonly stages = new Map<string, Stage>();
  private current: Stage = { folder: this.home, workdir: '/', env: {} };

  /** Folder of the application in the last stage, which is the image. */
  get folder(): string {
    return this.current.folder + this.current.workdir;
  }

  build(): void {
    for (const path of contextFiles()) copy(join(ROOT, path), join(this.context, path));
    for (const it of instructionsOf(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8'))) this.replay(it);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private replay({ name, value }: Instruction): void {
    switch (name) {
      case 'FROM':
        this.begin(/ AS (\w+)$/.exec(value)?.[1] ?? `stage-${this.stages.size}`);
        break;
      case 'WORKDIR':
        this.current.workdir = value;
        mkdirSync(this.folder, { recursive: true });
        break;
      case 'ENV': {
        const [variable = '', content = ''] = value.split('=');
        this.current.env[variable] = content;
        break;
      }
      case 'COPY':
        this.copyAll(value);
        break;
      case 'RUN':
        this.run(value);
        break;
    }
  }

  private begin(name: string): void {
    const folder = join(this.home, name);
    mkdirSync(folder);
    this.current = { folder, workdir: '/', env: {} };
    this.stages.set(name, this.current);
  }

  private copyAll(value: string): void {
    const [, from] = /^--from=(\w+) /.exec(value) ?? [];
    const source = from === undefined ? this.context : (this.stages.get(from)?.folder ?? '');
    const paths = value.split(' ').filter((it) => !it.startsWith('--'));
    const target = paths.pop() ?? '';
    for (const path of paths) {
      const into = target.endsWith('/')
        ? join(this.folder, target, basename(path))
        : join(this.folder, target);
      copy(join(source, path), into);
    }
  }

  private run(command: string): void {
    const { PATH = '', npm_config_cache: cache } = process.env;
    const env = { PATH, HOME: this.home, ...(cache === undefined ? {} : { npm_config_cache: cache }) };
    execFileSync('bash', ['-c', command], {
      cwd: this.folder,
      env: { ...env, ...this.current.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  return lines
    .filter((it) => it.trim() !== '')
    .map((it) => {
      const [name = '', ...rest] = it.trim().split(' ');
      return { name, value: rest.join(' ') };
    });
}

/** Returns the files of the project that .dockerignore lets into the build: the last pattern that matches decides. */
function contextFiles(): string[] {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return files.filter((file) => {
    const deciding = patterns.findLast((it) => covers(it.replace('!', ''), file));
    return deciding?.startsWith('!') === true;
  });
}

/** Returns whether a pattern matches a file or one of the folders that contain it. */
function covers(pattern: string, file: string): boolean {
  const wanted = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  const parts = file.split('/');
  return parts.some((_, index) => wanted.test(parts.slice(0, index + 1).join('/')));
}
