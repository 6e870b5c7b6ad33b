/** Draws the invoice of `layouts.ts` in a process of its own, and prints the SHA-256 of its bytes. */
const { transformFileSync } = require('@swc/core');
const { createHash } = require('node:crypto');

require.extensions['.ts'] = (module, file) => {
  const options = {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  };
  module._compile(transformFileSync(file, { ...options, swcrc: false }).code, file);
};

const { drawPdf } = require('../../../src/modules/documents/pdf/draw-pdf.ts');
const { invoice } = require('./layouts.ts');

drawPdf(invoice()).then((pdf) => process.stdout.write(createHash('sha256').update(pdf).digest('hex')));
