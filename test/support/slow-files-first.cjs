const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders of files that take long, the longest first. Started last, such a file would leave the other workers idle. */
const SLOW = ['test/lives/', 'test/fault/', 'test/docs/', 'test/e2e/demo/', 'test/db/platform/'];

function placeOf({ path }) {
  const place = SLOW.findIndex((folder) => path.includes(`/${folder}`));
  return place === -1 ? SLOW.length : place;
}

/** Slow folders come first; otherwise Jest's order, which is by earlier duration or by size. */
module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
};
