/** Code that gets an access token, in four languages. */
import type { SampleLanguage } from '#console/site/samples.ts'

export interface Credentials {
  clientId: string
  /** Undefined where the secret must not be shown again. */
  secret?: string
}

export function tokenSample(origin: string, language: SampleLanguage, given?: Credentials): string {
  const url = `${origin}/api/auth/oauth/token`
  const id = given?.clientId ?? '$CLIENT_ID'
  const secret = given?.secret ?? '$CLIENT_SECRET'
  const word = (value: string, other: string): string => (value.startsWith('$') ? other : JSON.stringify(value))
  switch (language) {
    case 'curl':
      return [
        `TOKEN=$(curl -s -X POST '${url}' \\`,
        `  -u "${id}:${secret}" \\`,
        `  -d grant_type=client_credentials | jq -r .access_token)`,
      ].join('\n')
    case 'typescript':
      return [
        `const id = ${word(id, 'process.env.CLIENT_ID')}`,
        `const secret = ${word(secret, 'process.env.CLIENT_SECRET')}`,
        `const answer = await fetch('${url}', {`,
        `  method: 'POST',`,
        `  headers: { Authorization: \`Basic \${btoa(\`\${id}:\${secret}\`)}\` },`,
        `  body: new URLSearchParams({ grant_type: 'client_credentials' }),`,
        `})`,
        `if (!answer.ok) throw new Error((await answer.json()).msg)`,
        `const { access_token: token, expires_in, app_id } = await answer.json()`,
      ].join('\n')
    case 'python':
      return [
        `import os`,
        `import requests`,
        ``,
        `answer = requests.post(`,
        `    "${url}",`,
        `    auth=(${word(id, 'os.environ["CLIENT_ID"]')}, ${word(secret, 'os.environ["CLIENT_SECRET"]')}),`,
        `    data={"grant_type": "client_credentials"},`,
        `    timeout=30,`,
        `)`,
        `answer.raise_for_status()`,
        `token = answer.json()["access_token"]`,
      ].join('\n')
    case 'java':
      return [
        `var id = ${word(id, 'System.getenv("CLIENT_ID")')};`,
        `var secret = ${word(secret, 'System.getenv("CLIENT_SECRET")')};`,
        `var basic = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes());`,
        `var request = HttpRequest.newBuilder(URI.create("${url}"))`,
        `    .header("Authorization", "Basic " + basic)`,
        `    .header("Content-Type", "application/x-www-form-urlencoded")`,
        `    .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))`,
        `    .build();`,
        `var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());`,
      ].join('\n')
  }
}
