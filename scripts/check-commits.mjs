// Checks commit subjects against the rules of CONTRIBUTING.md: imperative, at most 72 characters.
// node scripts/check-commits.mjs [commit] checks the commits after that one
import { spawnSync } from 'node:child_process';

/** The last commit that is exempt: the rule applies to the commits after it. */
const BASE = 'aedffa9118da24cc21f3e4dc09470567cdeae194';
const MAX_LENGTH = 72;

/** Imperative verbs that happen to end in -ed or -ing. */
const IMPERATIVES = new Set(
  'bring cling embed exceed feed fling heed need ping proceed ring seed shed shred sing speed spring string succeed swing weed'.split(
    ' ',
  ),
);

/** Returns the output of a git command, or null if it fails. */
function git(...parameters) {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.trimEnd() : null;
}

/** Returns the rule that a subject breaks, as the end of a sentence; null if it breaks none. */
function problemOf(subject) {
  const [first] = subject.split(/\s/);
  const verb = first.toLowerCase().replace(/[^a-z].*$/, '');
  const { length } = Array.from(subject);
  if (length > MAX_LENGTH)
    return `has ${length} characters; the limit is ${MAX_LENGTH}. Move details to the body.`;
  if (!/^\p{Lu}/u.test(subject)) return 'does not begin with a capital letter.';
  if (subject.endsWith('.')) return 'ends with a full stop.';
  if (/(?:ed|ing)$/.test(verb) && !IMPERATIVES.has(verb)) {
    return `begins with "${first}". Begin with an imperative: Add, Fix, Remove, Rename.`;
  }
  return null;
}

const [base = BASE] = process.argv.slice(2);
if (git('merge-base', '--is-ancestor', base, 'HEAD') === null) {
  console.log(`commit subjects: skipped, because the history does not contain ${base.slice(0, 7)}`);
} else {
  const commits = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`).split('\n').filter(Boolean);
  for (const commit of commits) {
    const [hash] = commit.split(' ', 1);
    const subject = commit.slice(hash.length + 1);
    const problem = problemOf(subject);
    if (problem === null) continue;
    console.error(`${hash} "${subject}" ${problem}`);
    process.exitCode = 1;
  }
  if (process.exitCode === 1) console.error(`Reword them with: git rebase -i ${base.slice(0, 7)}`);
  console.log(`commit subjects: ${commits.length} checked`);
}
