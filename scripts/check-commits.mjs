// Checks the subjects of commits: imperative, at most 72 characters. CONTRIBUTING.md says how they should read.
import { spawnSync } from 'node:child_process';

/** Subjects up to this commit are older than the rule. */
const BASE = 'aedffa9118da24cc21f3e4dc09470567cdeae194';
const MAX_LENGTH = 72;

const NOT_A_VERB = new Set(
  'the a an this that these those it its they each every all no one some any what who when where if and or but'.split(
    ' ',
  ),
);
/** End like a past tense, a participle or a third person, and are imperatives. */
const IMPERATIVE = new Set(
  (
    'embed feed seed shed speed heed need exceed proceed succeed bring ping sing string swing spring cling ' +
    'pass process address access express focus discuss guess press compress suppress bypass miss dismiss toss cross'
  ).split(' '),
);

function git(...parameters) {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Returns the commit after which subjects are checked: BASE, or what is on origin/main when BASE was not fetched. */
function base() {
  if (git('merge-base', '--is-ancestor', BASE, 'HEAD') !== null) return BASE;
  return git('merge-base', 'origin/main', 'HEAD');
}

/** Returns what is wrong with a subject, or null. */
function problemOf(subject) {
  const [first = ''] = subject.split(/\s/);
  const word = first.toLowerCase().replace(/[^a-z]/g, '');
  if (subject.length > MAX_LENGTH)
    return `has ${subject.length} characters; at most ${MAX_LENGTH} fit. Say the rest in the body`;
  if (/^(?:wip|fixup!|squash!|amend!)/i.test(subject))
    return 'is unfinished. Squash it into the commit it belongs to';
  if (!/^[A-Z]/.test(subject)) return 'begins with no capital letter';
  if (subject.endsWith('.')) return 'ends with a full stop';
  const isVerb = !NOT_A_VERB.has(word) && (IMPERATIVE.has(word) || !/(?:ed|ing|[^su]s)$/.test(word));
  return isVerb ? null : `begins with "${first}". Begin with an imperative: Add, Fix, Remove, Rename, Wake`;
}

function check() {
  const from = base();
  if (from === null) {
    console.log('commit subjects: skipped, as there is no history to compare with');
    return;
  }
  const log = git('log', '--no-merges', '--format=%h %s', `${from}..HEAD`) ?? '';
  const commits = log.split('\n').filter((line) => line !== '');
  for (const commit of commits) {
    const [hash, ...rest] = commit.split(' ');
    const problem = problemOf(rest.join(' '));
    if (problem === null) continue;
    console.error(
      `${hash} "${rest.join(' ')}" ${problem}. (git rebase -i ${from.slice(0, 10)}, then "reword")`,
    );
    process.exitCode = 1;
  }
  console.log(`commit subjects: ${commits.length} checked`);
}

check();
