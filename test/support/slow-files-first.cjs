const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders and files that take long, the longest first. Started last, such a file would leave the other workers idle. */
const SLOW = [
  'test/lives/',
  'test/e2e/platform/swagger-page',
  'test/fault/',
  'test/docs/',
  'test/e2e/demo/',
  'test/db/platform/',
];

function placeOf({ path }) {
  const place = SLOW.findIndex((start) => path.includes(`/${start}`));
  return place === -1 ? SLOW.length : place;
}

/** Slow files come first; otherwise Jest's order, which is by earlier duration or by size. */
module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
};
