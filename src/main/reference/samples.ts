/**
 * A device in C, Python and JavaScript: connects, reports, answers every command. Topics and the signed text follow
 * from the definitions.
 */
import { SUCCESS, replyTo } from '#protocols/alink/reply.ts'
import { signedText } from './connectPage.ts'
import type { Owner } from './exchange.ts'
import { thing } from './codec.ts'

const POST = 'event/property/post'
/** A topic with the names in the syntax of the language. */
const topicAs = (call: string, { productKey, deviceName }: Owner): string =>
  thing(call).replace('{productKey}', productKey).replace('{deviceName}', deviceName)
const signedAs = (owner: Owner): string => signedText({ ...owner, secret: '' })
const REPLY = replyTo('', {}, SUCCESS).topic

const JS: Owner = { productKey: '${productKey}', deviceName: '${deviceName}' }
export const NODE_SAMPLE = `// npm install mqtt && node device.mjs
import { createHmac } from 'node:crypto'
import mqtt from 'mqtt'

const { DEVICE_URL: url, PRODUCT_KEY: productKey, DEVICE_NAME: deviceName, DEVICE_SECRET: secret } = process.env
const sign = text => createHmac('sha256', secret).update(text).digest('hex')

const device = mqtt.connect(url, {
  clientId: \`\${productKey}.\${deviceName}|securemode=\${url.startsWith('mqtts') ? 2 : 3},signmethod=hmacsha256|\`,
  username: \`\${deviceName}&\${productKey}\`,
  password: sign(\`${signedAs(JS)}\`),
  keepalive: 60,
  reconnectOnConnackError: true, // a refusal may pass: the device may be registered later
})
const report = params => device.publish(\`${topicAs(POST, JS)}\`, JSON.stringify({
  id: String(Date.now()), version: '1.0', method: 'thing.${POST.replaceAll('/', '.')}', params,
}), { qos: 1 })

device.on('connect', () => report({ fwVersion: 'v1.0.0' }))
device.on('error', error => console.error(error.message))

const done = new Map() // what was done under a requestId is answered again, never done again
device.on('message', (topic, payload) => {
  if (!topic.includes('/thing/service/')) return
  const { id, params = {}, expireAt = params.expireAt } = JSON.parse(payload)
  const key = params.requestId ?? id
  if (!done.has(key)) done.set(key, Date.now() > expireAt ? { code: 4080, data: {} } : act(topic.split('/').pop(), params))
  device.publish(topic + '${REPLY}', JSON.stringify({ id, ...done.get(key) }), { qos: 1 })
})
function act(command, params) {
  process.stdout.write(command + ' ' + JSON.stringify(params) + '\\n')
  return { code: ${SUCCESS}, data: {} } // open the door here, then report what it does
}
`

const PY: Owner = { productKey: '{PRODUCT_KEY}', deviceName: '{DEVICE_NAME}' }
export const PYTHON_SAMPLE = `# pip install "paho-mqtt>=2" && python3 device.py
import hashlib, hmac, json, os, time
from urllib.parse import urlparse
import paho.mqtt.client as mqtt

URL = urlparse(os.environ["DEVICE_URL"])
PRODUCT_KEY, DEVICE_NAME, SECRET = (os.environ[k] for k in ("PRODUCT_KEY", "DEVICE_NAME", "DEVICE_SECRET"))
TLS = URL.scheme == "mqtts"
POST = f"${topicAs(POST, PY)}"

def sign(text):
    return hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()

def report(client, params):
    body = {"id": str(time.time_ns()), "version": "1.0", "method": "thing.${POST.replaceAll('/', '.')}", "params": params}
    client.publish(POST, json.dumps(body), qos=1)

def act(command, params):
    print(command, params, flush=True)
    return {"code": ${SUCCESS}, "data": {}}  # open the door here, then report what it does

done = {}  # what was done under a requestId is answered again, never done again

def on_connect(client, userdata, flags, reason, properties):
    if reason == 0:
        report(client, {"fwVersion": "v1.0.0"})
    else:
        print("refused:", reason, flush=True)

def on_message(client, userdata, message):
    if "/thing/service/" not in message.topic:
        return
    body = json.loads(message.payload)
    params = body.get("params", {})
    key = params.get("requestId", body["id"])
    if key not in done:
        late = time.time() * 1000 > params.get("expireAt", body.get("expireAt", float("inf")))
        done[key] = {"code": 4080, "data": {}} if late else act(message.topic.split("/")[-1], params)
    client.publish(message.topic + "${REPLY}", json.dumps({"id": body["id"], **done[key]}), qos=1)

client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2,
    client_id=f"{PRODUCT_KEY}.{DEVICE_NAME}|securemode={2 if TLS else 3},signmethod=hmacsha256|",
)
client.username_pw_set(f"{DEVICE_NAME}&{PRODUCT_KEY}", sign(f"${signedAs(PY)}"))
client.on_connect, client.on_message = on_connect, on_message
client.reconnect_delay_set(1, 60)
if TLS:
    client.tls_set()
client.connect(URL.hostname, URL.port or (8883 if TLS else 1883), keepalive=60)
client.loop_forever(retry_first_connection=True)
`

const C: Owner = { productKey: '" PRODUCT_KEY "', deviceName: '" DEVICE_NAME "' }
export const C_SAMPLE = `/* Paho Embedded C (MQTTClient-C) with mbedTLS for the signature. */
#include <stdio.h>
#include <string.h>
#include <mbedtls/md.h>
#include "MQTTClient.h"

#define HOST "device.example.com"
#define PORT 1883
#define PRODUCT_KEY "pk0000000000"
#define DEVICE_NAME "SN00000001"
#define SECRET "device-secret"
#define SIGNED "${signedAs(C)}"
#define POST "${topicAs(POST, C)}"
#define SERVICES "${topicAs('service/#', C)}"

static Network network;
static MQTTClient client;
static unsigned char sending[2048], reading[16384];

static void sign(const char *text, char hex[65]) {
  unsigned char digest[32];
  mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), (const unsigned char *)SECRET, strlen(SECRET),
                  (const unsigned char *)text, strlen(text), digest);
  for (int i = 0; i < 32; i++) sprintf(hex + 2 * i, "%02x", digest[i]);
}

static int publish(const char *topic, char *body) {
  MQTTMessage message = {.qos = QOS1, .payload = body, .payloadlen = strlen(body)};
  return MQTTPublish(&client, topic, &message);
}

/* The id comes back as it came; read the rest with the JSON parser of your firmware. */
static void onCommand(MessageData *data) {
  char topic[256], id[32] = "", body[128];
  const char *text = data->message->payload;
  int length = data->topicName->lenstring.len;
  if (length > 240 || data->message->payloadlen > sizeof(reading) - 1) return;
  snprintf(topic, sizeof topic, "%.*s${REPLY}", length, data->topicName->lenstring.data);
  if (length > 6 && !memcmp(topic + length - 6, "_reply", 6)) return;
  sscanf(text, "{\\"id\\":\\"%31[0-9]\\"", id);
  /* Refuse after expireAt; one requestId acts once. Then act, and report what happened. */
  snprintf(body, sizeof body, "{\\"id\\":\\"%s\\",\\"code\\":${SUCCESS},\\"data\\":{}}", id);
  publish(topic, body);
}

int main(void) {
  char password[65], report[] = "{\\"id\\":\\"1\\",\\"version\\":\\"1.0\\",\\"method\\":\\"thing.${POST.replaceAll('/', '.')}\\","
                                "\\"params\\":{\\"fwVersion\\":\\"v1.0.0\\"}}";
  MQTTPacket_connectData options = MQTTPacket_connectData_initializer;
  sign(SIGNED, password);
  options.MQTTVersion = 4;
  options.keepAliveInterval = 60;
  options.clientID.cstring = PRODUCT_KEY "." DEVICE_NAME "|securemode=3,signmethod=hmacsha256|";
  options.username.cstring = DEVICE_NAME "&" PRODUCT_KEY;
  options.password.cstring = password;
  NetworkInit(&network);
  MQTTClientInit(&client, &network, 10000, sending, sizeof sending, reading, sizeof reading);
  if (NetworkConnect(&network, HOST, PORT) || MQTTConnect(&client, &options)) return 1;
  /* The client library hands over only what a filter names. */
  MQTTSubscribe(&client, SERVICES, QOS1, onCommand);
  if (publish(POST, report)) return 1;
  while (MQTTYield(&client, 1000) == SUCCESS) {}
  return 1; /* connect again: after 1 s, doubled up to 60 s, with some randomness */
}
`
