import { scramVerifier } from './scram';

describe('scramVerifier', () => {
  it('returns what PostgreSQL stores for the password and salt', () => {
    // The example of RFC 7677.
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    expect(scramVerifier('pencil', salt)).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });

  it('leaves a password that the server must normalize to the server', () => {
    expect(scramVerifier('Paß')).toBeNull();
  });
});
