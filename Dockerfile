# Who builds for others pins this: docker buildx imagetools inspect python:3.13-slim shows the digest, to be given as
# docker build --build-arg PYTHON=python:3.13-slim@sha256:...
ARG PYTHON=python:3.13-slim
FROM ${PYTHON}
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 ADJUTANT_DATABASE=/data/adjutant.sqlite
WORKDIR /adjutant
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock \
    && useradd --system --uid 10001 adjutant \
    && install -d -o adjutant /data
COPY rules rules
COPY data data
COPY bot bot
COPY cogs cogs
USER adjutant
VOLUME /data
STOPSIGNAL SIGINT
# Unwell without a sign of life for a minute, or out of touch with Discord for two.
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s --retries=3 CMD ["python", "-m", "bot.command_line.health"]
CMD ["python", "-m", "bot", "run"]
