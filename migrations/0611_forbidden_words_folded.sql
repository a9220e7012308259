-- Forbidden words are compared by their letters and numbers only: stored ones lose the other characters, and those that become
-- the same, or nothing, are removed.
delete from displays.forbidden_word w
where regexp_replace(w.word, '[^[:alnum:]]', '', 'g') = '' or exists (
  select from displays.forbidden_word o where o.app_id = w.app_id and o.id < w.id
    and regexp_replace(o.word, '[^[:alnum:]]', '', 'g') = regexp_replace(w.word, '[^[:alnum:]]', '', 'g'));
update displays.forbidden_word set word = regexp_replace(word, '[^[:alnum:]]', '', 'g')
where word ~ '[^[:alnum:]]';

delete from displays.platform_word w
where regexp_replace(w.word, '[^[:alnum:]]', '', 'g') = '' or exists (
  select from displays.platform_word o where o.id < w.id
    and regexp_replace(o.word, '[^[:alnum:]]', '', 'g') = regexp_replace(w.word, '[^[:alnum:]]', '', 'g'));
update displays.platform_word set word = regexp_replace(word, '[^[:alnum:]]', '', 'g')
where word ~ '[^[:alnum:]]';
