/** Secrets and passwords that everybody knows: samples of other products. All in lower case. */

export const WEAK_SECRETS: ReadonlySet<string> = new Set([
  'thanks,pig4cloud', 'pig4cloud', 'pig:pig', 'test:test', 'app:app', '123456', '12345678', '123456789', '1234567890', '123456789012', 'admin', 'admin123', 'admin1234',
  'admin@123', 'password', 'passw0rd', 'password123', 'password1234', 'changeme', 'change-me', 'change_me', 'secret', 'portico', 'portico123', 'letmein', 'qwerty', 'root',
  'tenant', 'sysadmin', 'thingsboard', 'thingsboarddefaultsigningkey', 'abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrstuvwxyz0123456789',
  'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject', 'bladex', 'saber', 'saber_secret', 'dd05f1c54d63749eda95f9fa6d49v442a',
  '00000000000000000000000000000000', '0123456789abcdef0123456789abcdef', '01234567890123456789012345678901',
])
