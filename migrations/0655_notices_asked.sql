-- Escalations by SMS that wait in the outbox are asked for as any other notice.
update engine.outbox set type = 'notice.asked', payload = jsonb_build_object(
    'about', jsonb_build_object('deviceId', payload -> 'deviceId'),
    'to', jsonb_build_object('accountIds', payload -> 'accountIds'),
    'title', payload -> 'title', 'body', payload -> 'deviceName', 'by', 'sms',
    'link', '/apply/alarm/' || app_id || '?openedAt=all&row=' || (payload ->> 'alarmId'),
    'origin', 'alarm', 'originId', payload -> 'alarmId')
  where type = 'alarm.calling';
