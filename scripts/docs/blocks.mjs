// The code blocks of the documents. Run as a script, prints them as JSON for the tests that run them.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './files.mjs';
import { readPage } from './markdown.mjs';

if (argv[1] === fileURLToPath(import.meta.url)) {
  const pages = projectFiles().filter((path) => path.endsWith('.md'));
  process.stdout.write(JSON.stringify(pages.flatMap((path) => readPage(path).blocks)));
}
