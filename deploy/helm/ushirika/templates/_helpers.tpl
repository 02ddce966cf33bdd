{{- define "ushirika.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* The labels that never change: of selectors. Takes a list: the root and the component. */ -}}
{{- define "ushirika.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "ushirika.labels" -}}
{{- $root := index . 0 -}}
{{ include "ushirika.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{- define "ushirika.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- /* Environment of every process. Takes a list: the root, DATABASE_POOL_SIZE and QUEUE_POOL_SIZE. */ -}}
{{- define "ushirika.env" -}}
{{- $root := index . 0 -}}
{{- $values := $root.Values -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ $values.database.existingSecret }}, key: {{ $values.database.urlKey }} }
{{- if $values.redis.enabled }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef: { name: {{ $values.redis.existingSecret }}, key: {{ $values.redis.urlKey }} }
{{- end }}
{{- range $values.secret.required }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $values.secret.existingSecret }}, key: {{ . }} }
{{- end }}
{{- range $values.secret.optional }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $values.secret.existingSecret }}, key: {{ . }}, optional: true }
{{- end }}
- name: HOST
  value: 0.0.0.0
- name: DATABASE_POOL_SIZE
  value: {{ index . 1 | toString | quote }}
- name: QUEUE_POOL_SIZE
  value: {{ index . 2 | toString | quote }}
{{- with $values.publicUrl }}
- name: PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- if not (hasKey ($values.config | default dict) "DATA_DIR") }}
{{- /* Uploads are received here, before they go to the bucket of FILES_URL. */}}
- name: DATA_DIR
  value: /tmp/ushirika
{{- end }}
{{- range $name, $value := $values.config }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{- /* What is the same in the container of every pod. */ -}}
{{- define "ushirika.container" -}}
image: {{ include "ushirika.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: {{- toYaml .Values.securityContext | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- /* What is the same in every pod. */ -}}
{{- define "ushirika.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    {{- /* Of each upload that is being received, up to 10 MiB. */}}
    emptyDir: { sizeLimit: 512Mi }
{{- end -}}

{{- /* The pools of workers by name: one for each queue, or one for all. */ -}}
{{- define "ushirika.pools" -}}
{{- if eq .Values.workers.mode "single" -}}
{{- dict "all" .Values.workers.single | toYaml -}}
{{- else -}}
{{- .Values.workers.pools | toYaml -}}
{{- end -}}
{{- end -}}
